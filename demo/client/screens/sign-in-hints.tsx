import { useState } from 'react';

export interface Hint {
  role: string;
  email: string;
  password: string;
}

/** On a demo of one's own the server tells how to get in; anywhere else there is nothing to show. */
export function Hints({ onUse }: { onUse(hint: Hint): void }) {
  const [hints] = useState(read);
  if (hints.length === 0) return null;
  return (
    <aside className="hints" aria-label="Demo accounts">
      <strong>This is a demo.</strong> Sign in as one of these people:
      <ul>
        {hints.map((hint) => (
          <li key={hint.role}>
            <button type="button" className="quiet" onClick={() => onUse(hint)}>
              Fill in the {hint.role}
            </button>
            <code>{hint.email}</code> <code>{hint.password}</code>
          </li>
        ))}
      </ul>
    </aside>
  );
}

function read(): Hint[] {
  const told = document.getElementById('desk-hints')?.textContent;
  return told ? JSON.parse(told) : [];
}
