import type { NewOrder, Order, OrderHead, Page, Part, PartsPage, Spend, Supplier, User } from './entities.ts';
import { type Request, withQuery } from './request.ts';

export interface PartsQuery {
  q?: string;
  category?: string;
  page?: number;
  sort?: 'name' | 'price' | 'stock';
}

/** Every call that all releases share, by name. */
export function createCalls(request: Request) {
  return {
    request,
    signIn: (email: string, password: string) =>
      request<{ token: string; userId: string; expiresInSeconds: number }>('POST', '/api/session', { email, password }),
    me: () => request<User>('GET', '/api/users/me'),
    listUsers: () => request<{ items: User[] }>('GET', '/api/users'),
    editUser: (userId: string, { role, active }: { role: string; active: boolean }) =>
      request<User>('PATCH', `/api/users/${userId}`, { role, active }),
    listParts: ({ q, category, page, sort }: PartsQuery) =>
      request<PartsPage>('GET', withQuery('/api/parts', { q, category, page, sort })),
    lowStock: () => request<{ items: Part[] }>('GET', '/api/parts/low-stock'),
    getPart: (partNo: string) => request<Part>('GET', `/api/parts/${encodeURIComponent(partNo)}`),
    editPart: (partNo: string, { priceCents, stock }: { priceCents: number; stock: number }) =>
      request<Part>('PATCH', `/api/parts/${encodeURIComponent(partNo)}`, { priceCents, stock }),
    getSupplier: (supplierId: string) => request<Supplier>('GET', `/api/suppliers/${supplierId}`),
    listOrders: ({ state, page }: { state?: string; page?: number }) =>
      request<Page<OrderHead>>('GET', withQuery('/api/orders', { state, page })),
    createOrder: ({ reference, neededBy, deliveryAddress, note }: NewOrder) =>
      request<Order>('POST', '/api/orders', { reference, neededBy, deliveryAddress, note }),
    getOrder: (orderId: number) => request<Order>('GET', `/api/orders/${orderId}`),
    addLine: (orderId: number, partNo: string, quantity: number) =>
      request<Order>('POST', `/api/orders/${orderId}/lines`, { partNo, quantity }),
    editLine: (orderId: number, lineNo: number, quantity: number) =>
      request<Order>('PATCH', `/api/orders/${orderId}/lines/${lineNo}`, { quantity }),
    removeLine: (orderId: number, lineNo: number) =>
      request<undefined>('DELETE', `/api/orders/${orderId}/lines/${lineNo}`),
    submit: (orderId: number) => request<Order>('POST', `/api/orders/${orderId}/submit`),
    decide: (orderId: number, decision: 'approve' | 'reject', reason: string | undefined) =>
      request<Order>('POST', `/api/orders/${orderId}/decision`, { decision, reason }),
    cancel: (orderId: number) => request<Order>('POST', `/api/orders/${orderId}/cancel`),
    spend: (month: string) => request<Spend>('GET', `/api/reports/${month}/spend`),
  };
}
export type Calls = ReturnType<typeof createCalls>;
