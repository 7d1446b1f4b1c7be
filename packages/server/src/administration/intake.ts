import type { Handlers } from '../answer/handlers.ts';
import type { DoorLedger } from '../ledger/index.ts';
import type { Quarantine } from '../quarantine/index.ts';

type Names = 'intakeOutcomes' | 'listQuarantine' | 'retryQuarantine' | 'dropQuarantine';

/** What came in and what became of it, and what was set aside. */
export function answerIntake(ledger: Pick<DoorLedger, 'summary'>, quarantine: Quarantine): Pick<Handlers, Names> {
  return {
    async intakeOutcomes({ params }) {
      return ledger.summary(params.project);
    },
    async listQuarantine({ params }) {
      return quarantine.list(params.project);
    },
    async retryQuarantine({ params }) {
      await quarantine.retry(params.project, params.id);
      return { done: true };
    },
    async dropQuarantine({ params }) {
      await quarantine.drop(params.project, params.id);
      return { done: true };
    },
  };
}
