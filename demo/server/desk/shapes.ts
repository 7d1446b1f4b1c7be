/** What the desk keeps. Answers are made of these in `present.ts`, since releases show different fields. */
export type Release = '1.0.0' | '1.1.0';
export type Role = 'admin' | 'member' | 'viewer';
export type OrderState = 'draft' | 'submitted' | 'approved' | 'rejected' | 'shipped' | 'cancelled';

export interface Category {
  slug: string;
  name: string;
}

export interface Part {
  partNo: string;
  name: string;
  category: string;
  finish: 'raw' | 'oiled' | 'lacquered' | 'powder-coated';
  unit: 'piece' | 'pair' | 'set';
  priceCents: number;
  stock: number;
  minStock: number;
  supplierId: string;
  discontinued: boolean;
  weightGrams: number | null;
  packSize: number;
  updatedAt: number;
}

export interface Supplier {
  supplierId: string;
  name: string;
  country: string;
  leadTimeDays: number;
  contactEmail: string;
}

export interface Address {
  street: string;
  city: string;
  postcode: string;
  country: string;
}

export interface Line {
  lineNo: number;
  partNo: string;
  quantity: number;
  unitPriceCents: number;
}

/** One thing that happened to an order; release 1.1.0 shows them. */
export interface HistoryItem {
  at: number;
  by: string | null;
  what: string;
}

export interface Order {
  orderId: number;
  reference: string;
  state: OrderState;
  createdBy: string;
  createdAt: number;
  neededBy: string | null;
  deliveryAddress: Address;
  note: string | undefined;
  lines: Line[];
  decision: { by: string; at: number; approved: boolean; reason: string | undefined } | null;
  history: HistoryItem[];
  /** When the warehouse sends it; null while it waits for goods. */
  shipsAt: number | null;
  /** Who changed its lines last, and when: for a minute nobody else may (since 1.1.0). */
  editedBy: { userId: string; at: number } | null;
}

export interface User {
  userId: string;
  email: string;
  displayName: string;
  role: Role;
  active: boolean;
  lastSeenAt: number | null;
  password: string;
}
