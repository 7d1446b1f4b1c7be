/** What a refusal says to the person, by its code; with the status it comes with. */
export const errors: Record<string, { status: number; message: string }> = {
  BAD_CREDENTIALS: { status: 401, message: 'E-mail or password is wrong' },
  SESSION_EXPIRED: { status: 401, message: 'Your session has ended, please sign in again' },
  FORBIDDEN: { status: 403, message: 'Your role does not allow this' },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many wrong sign-ins, try again in 15 minutes' },
  PART_NOT_FOUND: { status: 404, message: 'There is no part with that number' },
  PART_DISCONTINUED: { status: 409, message: 'That part is no longer made' },
  STOCK_TOO_LOW: { status: 409, message: 'There are not enough pieces in stock' },
  ORDER_NOT_FOUND: { status: 404, message: 'There is no such order' },
  ORDER_NOT_EDITABLE: { status: 409, message: 'This order can no longer be changed' },
  ORDER_EMPTY: { status: 422, message: 'An order needs at least one line' },
  ORDER_LINE_LIMIT: { status: 422, message: 'An order holds at most 50 lines' },
  ORDER_TOTAL_LIMIT: { status: 422, message: 'An order may not exceed 15,000.00 EUR' },
  ORDER_NOT_CANCELLABLE: { status: 409, message: 'Only a draft or a submitted order can be cancelled' },
  VALIDATION_FAILED: { status: 422, message: 'Please check the marked fields' },
  LAST_ADMIN: { status: 409, message: 'The last admin can not lose the role' },
  ORDER_LOCKED: { status: 423, message: 'Someone else is editing this order' },
};
