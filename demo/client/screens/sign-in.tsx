import { type FormEvent, useState } from 'react';
import { useDesk } from '../desk.tsx';
import { broken, type Messages } from '../forms/rule.ts';
import { formRules } from '../forms/rules.ts';
import type { CallRefused } from '../request.ts';
import { useRouter } from '../router.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { Screen } from '../ui/screen.tsx';
import { asRefusal } from '../use-loaded.ts';
import { type Hint, Hints } from './sign-in-hints.tsx';

const rules = formRules['sign-in'];

export function SignInScreen() {
  const { signIn, clock } = useDesk();
  const { go } = useRouter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [messages, setMessages] = useState<Messages>({});
  const [refusal, setRefusal] = useState<CallRefused>();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setRefusal(undefined);
    const found = broken(rules, { email, password }, clock.now());
    setMessages(found);
    if (Object.keys(found).length > 0) return;
    try {
      await signIn(email, password);
      go('/parts');
    } catch (cause) {
      setRefusal(asRefusal(cause));
    }
  }

  function fillIn(hint: Hint): void {
    setEmail(hint.email);
    setPassword(hint.password);
    setMessages({});
  }

  return (
    <Screen title="Sign in">
      <div className="sign-in">
        <form name="sign-in" aria-label="Sign in" className="card" noValidate onSubmit={submit}>
          <Refusal of={refusal} />
          <Field
            label="E-mail"
            name="email"
            type="email"
            value={email}
            message={messages.email}
            rules={rules}
            onValue={setEmail}
            autoComplete="username"
          />
          <Field
            label="Password"
            name="password"
            type="password"
            value={password}
            message={messages.password}
            rules={rules}
            onValue={setPassword}
            autoComplete="current-password"
          />
          <button type="submit">Sign in</button>
          <Hints onUse={fillIn} />
        </form>
        <section className="pitch">
          <p className="tagline">Spare parts for furniture workshops, ordered and approved in one place</p>
          <ul>
            <li>
              <Icon name="hinges" /> Furniture workshops look up spare parts, put them into an order and get the order
              approved.
            </li>
            <li>
              <Icon name="runners" /> Workshop members order parts and follow them until they are shipped.
            </li>
            <li>
              <Icon name="handles" /> Admins approve orders and keep prices, stock and users; viewers only read.
            </li>
          </ul>
        </section>
      </div>
    </Screen>
  );
}
