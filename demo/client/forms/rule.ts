/** One rule of one field. A rule that only the server knows has no entry here. */
export interface Rule {
  field: string;
  rule:
    | 'required'
    | 'requiredIf'
    | 'minLength'
    | 'maxLength'
    | 'pattern'
    | 'format'
    | 'compare'
    | 'enum'
    | 'minimum'
    | 'maximum';
  value?: number | string | string[];
  message: string;
}

/** What the form holds, by field; `decision` style conditions read other fields. */
export type Values = Record<string, string>;
/** Messages by field: the first rule that a value breaks. */
export type Messages = Record<string, string>;

const email = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const dayMs = 86_400_000;

/** Tells for each field the first rule that it breaks. `now` is what "today" in a rule is counted from. */
export function broken(rules: Rule[], values: Values, now: number, minLeadDays = 0): Messages {
  const messages: Messages = {};
  for (const rule of rules) {
    const text = (values[rule.field] ?? '').trim();
    if (messages[rule.field] === undefined && breaks(rule, text, values, now, minLeadDays))
      messages[rule.field] = rule.message;
  }
  return messages;
}

function breaks({ rule, value }: Rule, text: string, values: Values, now: number, minLeadDays: number): boolean {
  switch (rule) {
    case 'required':
      return text === '';
    case 'requiredIf':
      return values.decision === 'reject' && text === '';
    case 'minLength':
      return text !== '' && text.length < Number(value);
    case 'maxLength':
      return text.length > Number(value);
    case 'pattern':
      return !new RegExp(String(value)).test(text);
    case 'format':
      return text !== '' && (value === 'email' ? !email.test(text) : !isDate(text));
    case 'compare':
      return isDate(text) && Date.parse(`${text}T00:00:00Z`) < (Math.floor(now / dayMs) + minLeadDays) * dayMs;
    case 'enum':
      return !(Array.isArray(value) && value.includes(text));
    case 'minimum':
      return !/^-?\d+$/.test(text) || Number(text) < Number(value);
    case 'maximum':
      return Number(text) > Number(value);
  }
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
