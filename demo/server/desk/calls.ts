import { type Answer, refuse } from './answer.ts';
import type { Call } from './call.ts';
import { type Desk, shipWhatIsDue } from './desk.ts';
import { addLine, editLine, removeLine } from './lines.ts';
import { cancel, createOrder, decide, getOrder, listOrders, orderHistory, submit } from './orders.ts';
import { categoryParts, editPart, getPart, getSupplier, listParts, lowStock } from './parts.ts';
import { editUser, listUsers, me, spend } from './people.ts';
import type { Release, Role } from './shapes.ts';
import { signIn, whoIs } from './sign-in.ts';

/** A request as the desk needs it; the transport is somebody else's. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  body: unknown;
}

interface Route {
  method: string;
  path: RegExp;
  names: string[];
  roles: Role[];
  answer: (call: Call) => Answer;
  only?: Release;
}

const everyone: Role[] = ['admin', 'member', 'viewer'];
const writers: Role[] = ['admin', 'member'];
const admins: Role[] = ['admin'];

/** Fixed segments stand before variables: the first that fits answers. */
const routes: Route[] = [
  route('GET', '/api/users/me', everyone, me),
  route('GET', '/api/users', admins, listUsers),
  route('PATCH', '/api/users/:userId', admins, editUser),
  route('GET', '/api/parts', everyone, listParts),
  route('GET', '/api/parts/low-stock', writers, lowStock, '1.0.0'),
  route('GET', '/api/parts/low-stock', admins, lowStock, '1.1.0'),
  route('GET', '/api/parts/:partNo', everyone, getPart),
  route('PATCH', '/api/parts/:partNo', admins, editPart),
  route('GET', '/api/categories/:slug/parts', everyone, categoryParts, '1.0.0'),
  route('GET', '/api/suppliers/:supplierId', everyone, getSupplier),
  route('GET', '/api/orders', everyone, listOrders),
  route('POST', '/api/orders', writers, createOrder),
  route('GET', '/api/orders/:orderId', everyone, getOrder),
  route('GET', '/api/orders/:orderId/history', everyone, orderHistory, '1.1.0'),
  route('POST', '/api/orders/:orderId/lines', writers, addLine),
  route('PATCH', '/api/orders/:orderId/lines/:lineNo', writers, editLine),
  route('DELETE', '/api/orders/:orderId/lines/:lineNo', writers, removeLine),
  route('POST', '/api/orders/:orderId/submit', writers, submit),
  route('POST', '/api/orders/:orderId/decision', admins, decide),
  route('POST', '/api/orders/:orderId/cancel', writers, cancel),
  route('GET', '/api/reports/:month/spend', admins, spend),
];

/** Answers one request; undefined where the desk has no such call. First who, then whether they may, then the call itself. */
export function answerCall(desk: Desk, asked: Asked): Answer | undefined {
  shipWhatIsDue(desk);
  if (asked.method === 'POST' && asked.path === '/api/session') return signIn(desk, asked.body);
  for (const { method, path, names, roles, answer, only } of routes) {
    if (method !== asked.method || (only && only !== desk.release)) continue;
    const found = path.exec(asked.path);
    if (!found) continue;
    const user = whoIs(desk, asked.authorization);
    if (!user) return refuse(desk.release, 'SESSION_EXPIRED');
    if (!roles.includes(user.role)) return refuse(desk.release, 'FORBIDDEN');
    const params = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']));
    return answer({ desk, user, params, query: asked.query, body: asked.body });
  }
  return undefined;
}

function route(method: string, template: string, roles: Role[], answer: (call: Call) => Answer, only?: Release): Route {
  const names = [...template.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const path = new RegExp(`^${template.replace(/:\w+/g, '([^/]+)')}$`);
  return { method, path, names, roles, answer, ...(only ? { only } : {}) };
}
