import type { ComponentType } from 'react';
import type { Role } from '../../entities.ts';
import { NewOrderScreen } from '../../screens/new-order.tsx';
import { OrderScreen } from '../../screens/order.tsx';
import { OrdersScreen } from '../../screens/orders.tsx';
import { PartScreen } from '../../screens/part.tsx';
import { PartsScreen } from '../../screens/parts.tsx';
import { SignInScreen } from '../../screens/sign-in.tsx';
import { SpendScreen } from '../../screens/spend.tsx';
import { UsersScreen } from '../../screens/users.tsx';

export interface Route {
  path: string;
  title: string;
  access: (Role | 'anyone')[];
  component: ComponentType<{ params: Record<string, string> }>;
}

/** Every screen. Fixed segments stand before variables: the first that fits is shown. */
export const routes: Route[] = [
  { path: '/sign-in', title: 'Sign in', access: ['anyone'], component: SignInScreen },
  { path: '/parts', title: 'Parts', access: ['admin', 'member', 'viewer'], component: PartsScreen },
  { path: '/parts/:partNo', title: 'Part', access: ['admin', 'member', 'viewer'], component: PartScreen },
  { path: '/orders', title: 'Orders', access: ['admin', 'member', 'viewer'], component: OrdersScreen },
  { path: '/orders/new', title: 'New order', access: ['admin', 'member'], component: NewOrderScreen },
  { path: '/orders/:orderId', title: 'Order', access: ['admin', 'member', 'viewer'], component: OrderScreen },
  { path: '/admin/users', title: 'Users', access: ['admin'], component: UsersScreen },
  { path: '/admin/spend', title: 'Spend', access: ['admin'], component: SpendScreen },
];
