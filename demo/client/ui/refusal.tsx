import type { CallRefused } from '../request.ts';

/** What the desk said no with, read out at once. */
export function Refusal({ of: refusal }: { of: CallRefused | undefined }) {
  return refusal ? (
    <p role="alert" className="refusal" data-code={refusal.code}>
      {refusal.message}
    </p>
  ) : null;
}
