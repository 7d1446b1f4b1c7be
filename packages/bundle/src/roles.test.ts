import { expect, test } from 'vitest';
import { keysOf, say } from './testing/own-code.ts';

test('a signal that holds a role is read as one, also where a variable holds what it gave', () => {
  const said = say(`
    const granted = {curator: ['loans.request'], registrar: ['loans.request', 'loans.approve', 'houses.edit']};
    class Auth {
      role = signal(null);
      has(permission) {
        const held = this.role();
        return held !== null && granted[held].includes(permission);
      }
    }
    const only = (...names) => () => names.includes(inject(Auth).role());
    const routes = [
      {path: 'loans', title: 'Loans', component: Loans},
      {path: 'houses', title: 'Houses', canActivate: [only('registrar')], component: Houses},
    ];
  `);
  expect(keysOf(said, 'role')).toEqual(['role curator', 'role registrar']);
  expect(said.flatMap((one) => (one.kind === 'permission' && one.allowed ? [one.key] : []))).toEqual([
    'permission curator action loans.request',
    'permission registrar action loans.request',
    'permission registrar action loans.approve',
    'permission registrar action houses.edit',
    'permission registrar route /houses',
  ]);
});

test('a function is handed a role by all who call it, whatever its parameter is called', () => {
  const said = (calls: string) =>
    keysOf(
      say(`
        function abilityFor(e) {
          const {can, build} = new AbilityBuilder(createMongoAbility);
          switch (e) {
            case 'warden': can('manage', 'all'); break;
            case 'inspector': can('close', 'Hive'); break;
          }
          return build();
        }
        ${calls}
      `),
      'role',
    );
  expect(said('provide(abilityFor(me.role)); provide(abilityFor(void 0));')).toEqual(['role warden', 'role inspector']);
  expect(said('provide(abilityFor(me.role)); provide(abilityFor(hive.kind));')).toEqual([]);
});

test('who speaks in a conversation is no role, whichever function is handed it', () => {
  const said = say(`
    const colourOf = (e) => {
      switch (e) {
        case 'assistant': return 'green';
        case 'developer': case 'human': return 'blue';
        default: return 'grey';
      }
    };
    const rows = messages.map((message) => colourOf(message.role));
  `);
  expect(keysOf(said, 'role')).toEqual([]);
});
