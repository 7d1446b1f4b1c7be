import type { Rule } from '../../forms/rule.ts';

/** What a new order must be. The order of rules of one field is the order in which they are told. */
export const newOrderRules: Rule[] = [
  { field: 'reference', rule: 'required', message: 'Give the order a reference' },
  { field: 'reference', rule: 'minLength', value: 3, message: 'A reference has at least 3 characters' },
  { field: 'reference', rule: 'maxLength', value: 40, message: 'A reference has at most 40 characters' },
  {
    field: 'reference',
    rule: 'pattern',
    value: '^[A-Za-z0-9 /-]+$',
    message: 'Use letters, digits, spaces, / and - only',
  },
  { field: 'neededBy', rule: 'required', message: 'Say when you need it' },
  { field: 'neededBy', rule: 'format', value: 'date', message: 'That is not a date' },
  { field: 'neededBy', rule: 'compare', value: 'at least today + 2 days', message: 'The earliest date is in 2 days' },
  { field: 'deliveryAddress.street', rule: 'required', message: 'Enter a street' },
  { field: 'deliveryAddress.city', rule: 'required', message: 'Enter a city' },
  { field: 'deliveryAddress.postcode', rule: 'pattern', value: '^\\d{5}$', message: 'A postcode has 5 digits' },
  {
    field: 'deliveryAddress.country',
    rule: 'enum',
    value: ['DE', 'AT', 'CH', 'NL'],
    message: 'Choose a country',
  },
  { field: 'note', rule: 'maxLength', value: 500, message: 'A note has at most 500 characters' },
];
