import type { Role, User } from '../desk/shapes.ts';
import { type Random, seeded } from './random.ts';

const firstNames =
  'Anna Bruno Clara David Elif Femke Georg Hanna Ivo Jana Karim Lena Marco Nele Otto Paula Quirin Rosa Stefan Tilda Urs Vera Willem Xenia Yusuf Zoe Albert Britta Cem Doris Emil Frieda Gerrit Helga Ines Jonas Katrin Lukas Mona Noor'.split(
    ' ',
  );
const lastNames =
  'Ahrens Bakker Conrad Dietz Egger Fuchs Graf Huber Imhof Jansen Keller Lang Moser Novak Ott Peters Quast Reiter Steiner Thoma Ulrich Visser Wagner Yilmaz Zeller Arnold Berger Clausen Decker Ebner Frank Gruber Hofer Irmler Jost Kern Lindner Maurer Nagel Oster'.split(
    ' ',
  );
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const counts: [Role, number][] = [
  ['admin', 3],
  ['member', 25],
  ['viewer', 12],
];

/** The member whose name, e-mail, password and orders are watched for: they must never come out again. */
export const canaryMember = {
  email: 'quillon.varga@canary.invalid',
  displayName: 'Quillon Varga-Ostrander',
  password: 'Canary-Pass-7741',
};

/** Ids are made of the day when people were let in, which is the same on every desk: everybody keeps theirs from visit to visit. */
const letIn = Date.UTC(2026, 7, 1);

/** 3 admins, 25 members (the last is the canary) and 12 viewers. */
export function makeUsers(random: Random, now: number): User[] {
  const users = counts.flatMap(([role, count]) => Array.from({ length: count }, () => role));
  return users.map((role, index): User => {
    const isCanary = index === 27;
    const first = firstNames[index % firstNames.length] ?? 'Anna';
    const last = lastNames[(index * 7) % lastNames.length] ?? 'Ahrens';
    const own = {
      email: `${first}.${last}@joinery.invalid`.toLowerCase(),
      displayName: `${first} ${last}`,
      password: passwordOf(index),
    };
    return {
      userId: ulid(random, letIn - random.between(30, 700) * 86_400_000),
      ...(isCanary ? canaryMember : own),
      role,
      active: index !== 38,
      lastSeenAt: index % 6 === 5 ? null : now - random.between(1, 400) * 3_600_000,
    };
  });
}

/** As a browser makes them up. Of words that the desk shows as well, these would be hidden wherever it shows them. */
function passwordOf(index: number): string {
  const random = seeded(index + 1);
  const group = () => Array.from({ length: 4 }, () => crockford[random.between(0, 31)]).join('');
  return `${group()}-${group()}-${group()}`;
}

function ulid(random: Random, at: number): string {
  let time = '';
  for (let left = at, step = 0; step < 10; step += 1, left = Math.floor(left / 32)) time = crockford[left % 32] + time;
  return time + Array.from({ length: 16 }, () => crockford[random.between(0, 31)]).join('');
}
