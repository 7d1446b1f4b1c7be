import type { Statement, StatementOf } from '@sightglass/wire';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toMoment, useWhere } from '../../client/index.ts';
import { writeCount } from '../../ui/index.ts';
import { PathText } from './entry.tsx';
import { matrixOf } from './group.ts';
import { anchorOf } from './model.ts';
import styles from './roles-view.module.css';
import { Row, Rows } from './row.tsx';
import views from './views.module.css';

const kindWords = { route: 'Screens', call: 'Calls', action: 'Actions' };

/** Who may do what: seen allowed, seen refused, or not seen, which is neither. */
export function RolesView({ statements }: { statements: readonly Statement[] }) {
  const named = statements.filter((one): one is StatementOf<'role'> => one.kind === 'role');
  const { roles, deeds } = matrixOf(
    statements.filter((one): one is StatementOf<'permission'> => one.kind === 'permission'),
  );
  return (
    <>
      {named.length > 0 && (
        <Rows title="Roles" heads={['Role', 'Visitors']}>
          {named.map((role) => (
            <Row
              key={role.key}
              statement={role}
              cells={[
                { key: 'name', say: <code>{role.name}</code> },
                { key: 'visitors', say: writeCount(role.support.visitors) },
              ]}
            />
          ))}
        </Rows>
      )}
      {deeds.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.matrix}>
            <caption className={views.small}>
              <Mark allowed /> seen allowed, <Mark allowed={false} /> seen refused, · not seen. A number says how often.
            </caption>
            <thead>
              <tr>
                <th scope="col">What is done</th>
                {roles.map((role) => (
                  <th key={role} scope="col">
                    {role === '*' ? 'anyone' : role}
                  </th>
                ))}
              </tr>
            </thead>
            {(['route', 'call', 'action'] as const).map((kind) => {
              const some = deeds.filter((deed) => deed.kind === kind);
              return (
                some.length > 0 && (
                  <tbody key={kind}>
                    <tr className={styles.kind}>
                      <th scope="rowgroup" colSpan={roles.length + 1}>
                        {kindWords[kind]}
                      </th>
                    </tr>
                    {some.map(({ name, cells }) => (
                      <tr key={name}>
                        <th scope="row">{kind === 'action' ? name : <PathText path={name} />}</th>
                        {roles.map((role) => (
                          <Cell key={role} permission={cells.get(role)} />
                        ))}
                      </tr>
                    ))}
                  </tbody>
                )
              );
            })}
          </table>
        </div>
      )}
    </>
  );
}

function Mark({ allowed }: { allowed: boolean }) {
  return (
    <span className={styles.mark} data-allowed={allowed}>
      {allowed ? <IconCheck size="0.9rem" aria-hidden /> : <IconX size="0.9rem" aria-hidden />}
    </span>
  );
}

/** Opens the best moment at which it was seen. */
function Cell({ permission }: { permission: StatementOf<'permission'> | undefined }) {
  const { project } = useWhere();
  if (permission === undefined)
    return (
      <td className={styles.notSeen}>
        <span aria-hidden>·</span>
        <span className={styles.unseen}>not seen</span>
      </td>
    );
  const { allowed, times, refused, evidence, text, key, tier } = permission;
  const moment = evidence.find((piece) => piece.type === 'moment');
  const inside = (
    <>
      <Mark allowed={allowed} />
      <span className={styles.unseen}>{allowed ? 'allowed' : 'refused'}, </span>
      <span>{writeCount(allowed ? times : refused)}</span>
      {allowed && refused > 0 && <span className={styles.against}>{writeCount(refused)} refused</span>}
      {!allowed && times > 0 && <span className={styles.against}>{writeCount(times)} allowed</span>}
    </>
  );
  return (
    <td id={anchorOf(key)} data-tier={tier} title={text}>
      {moment ? (
        <Link {...toMoment(project, moment)} className={styles.cell} aria-label={`Watch: ${text}`}>
          {inside}
        </Link>
      ) : (
        <span className={styles.cell}>{inside}</span>
      )}
    </td>
  );
}
