import type { Rule } from './rule.ts';

/** Rules of all forms that every release shares; those of a new order stand with the release. */
export const formRules: Record<'sign-in' | 'add-line' | 'decision' | 'edit-part' | 'edit-user', Rule[]> = {
  'sign-in': [
    { field: 'email', rule: 'required', message: 'Enter your e-mail' },
    { field: 'email', rule: 'format', value: 'email', message: 'That is not an e-mail address' },
    { field: 'password', rule: 'required', message: 'Enter your password' },
    { field: 'password', rule: 'minLength', value: 10, message: 'A password has at least 10 characters' },
  ],
  'add-line': [
    { field: 'partNo', rule: 'required', message: 'Enter a part number' },
    { field: 'partNo', rule: 'pattern', value: '^[A-Z]{3}-\\d{4}$', message: 'A part number looks like HNG-0412' },
    { field: 'quantity', rule: 'minimum', value: 1, message: 'Order at least 1' },
    { field: 'quantity', rule: 'maximum', value: 200, message: 'Order at most 200' },
  ],
  decision: [
    { field: 'reason', rule: 'requiredIf', value: 'decision is reject', message: 'Say why the order is rejected' },
    { field: 'reason', rule: 'minLength', value: 10, message: 'A reason has at least 10 characters' },
  ],
  'edit-part': [
    { field: 'priceCents', rule: 'minimum', value: 1, message: 'A price is at least 1 cent' },
    { field: 'priceCents', rule: 'maximum', value: 500000, message: 'A price is at most 5,000.00 EUR' },
    { field: 'stock', rule: 'minimum', value: 0, message: 'Stock can not be negative' },
  ],
  'edit-user': [{ field: 'role', rule: 'enum', value: ['admin', 'member', 'viewer'], message: 'Choose a role' }],
};
