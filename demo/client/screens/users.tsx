import { type FormEvent, useState } from 'react';
import { useDesk } from '../desk.tsx';
import type { User } from '../entities.ts';
import { broken, type Messages } from '../forms/rule.ts';
import { formRules } from '../forms/rules.ts';
import type { CallRefused } from '../request.ts';
import { Choice } from '../ui/field.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { Screen } from '../ui/screen.tsx';
import { asRefusal, useLoaded } from '../use-loaded.ts';

export function UsersScreen() {
  const { calls } = useDesk();
  const users = useLoaded(() => calls.listUsers(), []);
  return (
    <Screen title="Users">
      <Refusal of={users.refusal} />
      <ul className="users">
        {users.value?.items.map((user) => (
          <li key={user.userId}>
            <UserForm user={user} />
          </li>
        ))}
      </ul>
    </Screen>
  );
}

function UserForm({ user }: { user: User }) {
  const { calls, clock } = useDesk();
  const [role, setRole] = useState<string>(user.role);
  const [active, setActive] = useState(user.active);
  const [messages, setMessages] = useState<Messages>({});
  const [refusal, setRefusal] = useState<CallRefused>();
  const [saved, setSaved] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setRefusal(undefined);
    setSaved(false);
    const found = broken(formRules['edit-user'], { role }, clock.now());
    setMessages(found);
    if (Object.keys(found).length > 0) return;
    try {
      const fresh = await calls.editUser(user.userId, { role, active });
      setRole(fresh.role);
      setActive(fresh.active);
      setSaved(true);
    } catch (cause) {
      setRefusal(asRefusal(cause));
    }
  }

  return (
    <form name="edit-user" aria-label={user.displayName} className="user" noValidate onSubmit={submit}>
      <div className="user-name">
        <strong>{user.displayName}</strong>
        <span className="mail">{user.email}</span>
        <small>{user.lastSeenAt ? `last seen ${user.lastSeenAt.slice(0, 10)}` : 'never here'}</small>
      </div>
      <Choice
        label="Role"
        name="role"
        value={role}
        options={['admin', 'member', 'viewer']}
        message={messages.role}
        onValue={setRole}
      />
      <label className="check">
        <input type="checkbox" name="active" checked={active} onChange={(event) => setActive(event.target.checked)} />{' '}
        Active
      </label>
      <button type="submit">Save user</button>
      {saved && <span role="status">Saved</span>}
      <Refusal of={refusal} />
    </form>
  );
}
