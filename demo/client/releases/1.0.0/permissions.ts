import type { Role } from '../../entities.ts';

/** Who may make which call. The server has the last word; the client only leaves out what would be refused. */
export const permissions = {
  me: ['admin', 'member', 'viewer'],
  listUsers: ['admin'],
  editUser: ['admin'],
  listParts: ['admin', 'member', 'viewer'],
  lowStock: ['admin', 'member'],
  getPart: ['admin', 'member', 'viewer'],
  editPart: ['admin'],
  categoryParts: ['admin', 'member', 'viewer'],
  getSupplier: ['admin', 'member', 'viewer'],
  listOrders: ['admin', 'member', 'viewer'],
  createOrder: ['admin', 'member'],
  getOrder: ['admin', 'member', 'viewer'],
  addLine: ['admin', 'member'],
  editLine: ['admin', 'member'],
  removeLine: ['admin', 'member'],
  submit: ['admin', 'member'],
  decide: ['admin'],
  cancel: ['admin', 'member'],
  spend: ['admin'],
} satisfies Record<string, Role[]>;
