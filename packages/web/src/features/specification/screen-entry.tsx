import type { ScreenStatement } from '@sightglass/wire';
import { useWhere } from '../../client/index.ts';
import { writeCount } from '../../ui/index.ts';
import { Columns, Entry, PathText, Tally } from './entry.tsx';
import { MomentLink } from './moment-link.tsx';
import { MomentPicture } from './moment-picture.tsx';
import styles from './parts.module.css';
import { useReading } from './reading.tsx';

/** A screen: where it is, what it is called, what people act on there, and from where they come. */
export function ScreenEntry({ statement }: { statement: ScreenStatement }) {
  const { route, title, views, controls, enteredFrom } = statement;
  const { printing } = useReading();
  const shown = controls.slice(0, printing ? controls.length : mostControls);
  return (
    <Entry
      statement={statement}
      picture={<ScreenPicture statement={statement} />}
      head={
        <>
          <PathText path={route} />
          {title !== '' && <span className={styles.title}>{title}</span>}
          {/* None: only the code knows it, as its margin says. */}
          {views > 0 && (
            <span className={styles.count}>
              {writeCount(views)} {views === 1 ? 'view' : 'views'}
            </span>
          )}
        </>
      }
    >
      <Columns>
        <Tally
          title="People act on"
          unit="Times"
          rows={shown.map(({ role, name, actions, frustrated }) => ({
            key: `${role} ${name}`,
            name: (
              <>
                <span className={styles.role}>{role === '' ? 'element' : role}</span>{' '}
                {name === '' ? 'without a name' : name}
              </>
            ),
            count: (
              <>
                {frustrated > 0 && (
                  <span className={styles.frustrated} title={`${frustrated} of them in vain or in anger`}>
                    {writeCount(frustrated)} in vain
                  </span>
                )}
                {writeCount(actions)}
              </>
            ),
          }))}
        />
        <Tally
          title="Entered from"
          unit="Views"
          rows={enteredFrom.map((from) => ({
            key: from.route,
            name: from.route === '' ? 'outside' : <PathText path={from.route} />,
            count: writeCount(from.views),
          }))}
        />
      </Columns>
      {shown.length < controls.length && (
        <p className={styles.count}>
          and {writeCount(controls.length - shown.length)} more:{' '}
          {controls
            .slice(shown.length, shown.length + mostNamed)
            .map(({ name }) => (name === '' ? 'without a name' : name))
            .join(', ')}
          {controls.length - shown.length > mostNamed && ' …'}
        </p>
      )}
    </Entry>
  );
}

const mostControls = 8;
const mostNamed = 12;

/** By then a screen has what it loads. */
const settledMs = 1_200;

/** The screen as a visitor saw it, in small. It plays from there. */
function ScreenPicture({ statement: { evidence, route } }: { statement: ScreenStatement }) {
  const { project } = useWhere();
  const moment = evidence.find((piece) => piece.type === 'moment');
  if (moment === undefined) return null;
  return (
    <MomentLink moment={moment} className={styles.picture} aria-label={`Watch a visit to ${route}`}>
      <MomentPicture project={project} moment={moment} laterMs={settledMs} />
    </MomentLink>
  );
}
