/** What validators, HTML and people call the same rule. */
const names = new Map<string, string>(
  Object.entries({
    required: 'required',
    nonempty: 'required',
    notempty: 'required',
    presence: 'required',
    mandatory: 'required',
    requiredif: 'requiredIf',
    minlength: 'minLength',
    minlen: 'minLength',
    maxlength: 'maxLength',
    maxlen: 'maxLength',
    minimum: 'minimum',
    min: 'minimum',
    gte: 'minimum',
    minvalue: 'minimum',
    maximum: 'maximum',
    max: 'maximum',
    lte: 'maximum',
    maxvalue: 'maximum',
    pattern: 'pattern',
    regex: 'pattern',
    regexp: 'pattern',
    matches: 'pattern',
    email: 'format',
    url: 'format',
    uuid: 'format',
    guid: 'format',
    date: 'format',
    datetime: 'format',
    isodate: 'format',
    isodatetime: 'format',
    format: 'format',
    enum: 'enum',
    oneof: 'enum',
    picklist: 'enum',
    in: 'enum',
    compare: 'compare',
    equals: 'equals',
    sameas: 'equals',
    multipleof: 'multipleOf',
    step: 'multipleOf',
  }),
);

/** Our word for a rule; `undefined`: it is none. */
export function ruleNamed(name: string): string | undefined {
  return names.get(name.replace(/[^A-Za-z]/g, '').toLowerCase());
}

/** The format that a rule such as `email()` asks for. */
export function formatNamed(name: string): string | undefined {
  const plain = name.toLowerCase();
  return ruleNamed(plain) === 'format' && plain !== 'format'
    ? plain
        .replace(/^guid$/, 'uuid')
        .replace(/^isodate$/, 'date')
        .replace(/^isodatetime$/, 'datetime')
    : undefined;
}

/** A text for people: a sentence, or at least two words of one. */
export function isSentence(text: string): boolean {
  return (
    /^\p{Lu}[^\n]*\s[^\n]+$/u.test(text.trim()) && !/[{}<>]|=>|;$|https?:|\bfunction\b/.test(text) && text.length < 300
  );
}
