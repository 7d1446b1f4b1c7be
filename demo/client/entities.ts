import type { OwnPartFields } from '#release/part.ts';

export type Role = 'admin' | 'member' | 'viewer';
export type OrderState = 'draft' | 'submitted' | 'approved' | 'rejected' | 'shipped' | 'cancelled';

export interface Part extends OwnPartFields {
  partNo: string;
  name: string;
  category: string;
  finish: string;
  unit: string;
  priceCents: number;
  stock: number;
  minStock: number;
  supplierId: string;
  discontinued: boolean;
  updatedAt: string;
}

export interface Category {
  slug: string;
  name: string;
  partCount: number;
}

export interface Supplier {
  supplierId: string;
  name: string;
  country: string;
  leadTimeDays: number;
  contactEmail: string;
}

export interface OrderHead {
  orderId: number;
  reference: string;
  state: OrderState;
  createdBy: string;
  createdAt: string;
  neededBy: string | null;
  deliveryAddress: { street: string; city: string; postcode: string; country: string };
  note?: string;
  totalCents: number;
  shippingCents: number;
  decision: { by: string; at: string; approved: boolean; reason?: string } | null;
}

export interface OrderLine {
  lineNo: number;
  partNo: string;
  quantity: number;
  unitPriceCents: number;
  lineTotalCents: number;
}

export interface Order extends OrderHead {
  lines: OrderLine[];
}

export interface User {
  userId: string;
  email: string;
  displayName: string;
  role: Role;
  active: boolean;
  lastSeenAt: string | null;
}

export interface Page<T> {
  items: T[];
  page: number;
  pages: number;
}

export interface PartsPage extends Page<Part> {
  total: number;
  categories: Category[];
}

export interface NewOrder {
  reference: string;
  neededBy?: string | null;
  deliveryAddress: OrderHead['deliveryAddress'];
  note?: string;
}

export interface Spend {
  month: string;
  totalCents: number;
  orders: number;
  byCategory: { category: string; name: string; totalCents: number }[];
}
