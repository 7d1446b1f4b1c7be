import type { OrderState, Role } from '../../entities.ts';

export interface Transition {
  from: OrderState;
  to: OrderState;
  by: 'submit' | 'decide' | 'cancel' | null;
  roles: Role[];
}

/** The life of an order. The last step is the warehouse's own; a refresh shows it. */
export const orderStates: { initial: OrderState; final: OrderState[]; transitions: Transition[] } = {
  initial: 'draft',
  final: ['shipped', 'cancelled'],
  transitions: [
    { from: 'draft', to: 'submitted', by: 'submit', roles: ['member', 'admin'] },
    { from: 'draft', to: 'approved', by: 'submit', roles: ['member', 'admin'] },
    { from: 'submitted', to: 'approved', by: 'decide', roles: ['admin'] },
    { from: 'submitted', to: 'rejected', by: 'decide', roles: ['admin'] },
    { from: 'rejected', to: 'submitted', by: 'submit', roles: ['member', 'admin'] },
    { from: 'draft', to: 'cancelled', by: 'cancel', roles: ['member', 'admin'] },
    { from: 'submitted', to: 'cancelled', by: 'cancel', roles: ['member', 'admin'] },
    { from: 'approved', to: 'shipped', by: null, roles: [] },
  ],
};
