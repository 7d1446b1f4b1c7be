import { type ChangeEvent, type ReactNode, useId } from 'react';
import type { Rule } from '../forms/rule.ts';

interface FieldProps {
  label: string;
  name: string;
  value: string;
  message: string | undefined;
  rules: Rule[];
  onValue(value: string): void;
  type?: 'text' | 'email' | 'password' | 'number' | 'long';
  placeholder?: string;
  autoComplete?: string;
  onLeave?(): void;
}

/** A labelled input with its message beside it, tied to it for those who cannot see. */
export function Field({ label, name, value, message, rules, onValue, type = 'text', ...rest }: FieldProps) {
  const id = useId();
  const { onLeave, ...hints } = rest;
  const props = {
    id,
    name,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onValue(event.target.value),
    onBlur: onLeave,
    ...stated(name, rules),
    ...told(id, message),
    ...hints,
  };
  return (
    <Labelled id={id} label={label} message={message}>
      {type === 'long' ? <textarea rows={3} {...props} /> : <input type={type} {...props} />}
    </Labelled>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  options: (string | [value: string, text: string])[];
  message?: string | undefined;
  onValue(value: string): void;
}

export function Choice({ label, name, value, options, message, onValue }: ChoiceProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} message={message}>
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        {...told(id, message)}
      >
        {options.map((option) => {
          const [given, text] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={given} value={given}>
              {text}
            </option>
          );
        })}
      </select>
    </Labelled>
  );
}

function Labelled({
  id,
  label,
  message,
  children,
}: {
  id: string;
  label: string;
  message: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {message && (
        <p className="field-message" id={`${id}-message`}>
          {message}
        </p>
      )}
    </div>
  );
}

const told = (id: string, message: string | undefined) =>
  message ? { 'aria-invalid': true, 'aria-describedby': `${id}-message` } : {};

/** The rules that HTML can say too. Forms are checked by us (`noValidate`), so these only inform. `maxLength` would stop typing, so it is left out. */
function stated(name: string, rules: Rule[]) {
  const own = new Map(rules.filter((rule) => rule.field === name).map((rule) => [rule.rule, rule.value]));
  const number = (value: Rule['value']) => (value === undefined ? undefined : Number(value));
  const pattern = own.get('pattern');
  return {
    required: own.has('required') || undefined,
    minLength: number(own.get('minLength')),
    min: number(own.get('minimum')),
    max: number(own.get('maximum')),
    pattern: pattern === undefined ? undefined : String(pattern).replace(/^\^|\$$/g, ''),
  };
}
