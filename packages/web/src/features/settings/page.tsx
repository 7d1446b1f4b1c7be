import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { type SettingsSection, settingsSections, toSettings, useProject } from '../../client/index.ts';
import { Boundary, Empty, Loading, Page, PageTitle, Panel } from '../../ui/index.ts';
import { AccountSection } from './account.tsx';
import { AuditSection } from './audit/section.tsx';
import { DoctorSection } from './doctor.tsx';
import { IntakeSection } from './intake.tsx';
import { KeysSection } from './keys.tsx';
import { MembersSection } from './members.tsx';
import styles from './page.module.css';
import { ProjectSection } from './project.tsx';
import { RecordingSection } from './recording.tsx';
import { ReleasesSection } from './releases/section.tsx';
import { SnippetSection } from './snippet.tsx';
import { TokensSection } from './tokens.tsx';

interface Section {
  title: string;
  says: string;
  show: (project: string) => ReactNode;
}

const sections: Record<SettingsSection, Section> = {
  snippet: {
    title: 'Snippet',
    says: 'One line connects your application.',
    show: (project) => <SnippetSection project={project} />,
  },
  recording: {
    title: 'Recording',
    says: 'What is recorded of your visitors, how much of it is hidden, and the switch that ends it.',
    show: (project) => <RecordingSection project={project} />,
  },
  releases: {
    title: 'Releases',
    says: 'Scripts and source maps of your builds: errors show the lines of your sources, and the specification reads the code.',
    show: (project) => <ReleasesSection project={project} />,
  },
  doctor: {
    title: 'Doctor',
    says: 'Whether every part of this server does its work.',
    show: (project) => <DoctorSection project={project} />,
  },
  intake: {
    title: 'Intake',
    says: 'What came in, what was taken, and what was not, with the reason.',
    show: (project) => <IntakeSection project={project} />,
  },
  members: {
    title: 'Members',
    says: 'Who may look at this project.',
    show: (project) => <MembersSection project={project} />,
  },
  tokens: {
    title: 'Tokens',
    says: 'For scripts that call the API. Keep them secret.',
    show: (project) => <TokensSection project={project} />,
  },
  keys: {
    title: 'Keys',
    says: 'What your application sends with. Public: a key can only send.',
    show: (project) => <KeysSection project={project} />,
  },
  audit: {
    title: 'Audit',
    says: 'Who did what: looked at sessions, erased, changed a setting, made a key, invited somebody.',
    show: (project) => <AuditSection project={project} />,
  },
  project: {
    title: 'Project',
    says: 'Its name, how long it keeps what it recorded, what is kept of one person, its end, and its sample data.',
    show: (project) => <ProjectSection project={project} />,
  },
  account: {
    title: 'Account',
    says: 'You, in every project: who you are here, and your password.',
    show: () => <AccountSection />,
  },
};

/** One section of the settings at a time, named by the address. */
export function SettingsPage() {
  const { section = '' } = useParams({ strict: false }) as { section?: string }; // untyped: the route tree is app's
  const project = useProject()?.id ?? '';
  const name = settingsSections.find((one) => one === section);
  const nav = useRef<HTMLElement>(null);
  // In narrow windows the list is wider than the window: what is open must be in sight.
  useEffect(() => {
    if (name !== undefined)
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [name]);
  if (name === undefined)
    return (
      <Page title="Not found">
        <Empty heading="h1" title="There is no such setting">
          <Link {...toSettings(project)}>All settings</Link>
        </Empty>
      </Page>
    );
  const { title, says, show } = sections[name];
  return (
    <Page title={`${title} · Settings`}>
      <PageTitle>Settings</PageTitle>
      <div className={styles.columns}>
        <nav className={styles.nav} aria-label="Settings" ref={nav}>
          <ul>
            {settingsSections.map((one) => (
              <li key={one}>
                <Link {...toSettings(project, one)} aria-current={one === name ? 'page' : undefined}>
                  {sections[one].title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.section}>
          <header className={styles.head}>
            <h2>{title}</h2>
            <p>{says}</p>
          </header>
          <Boundary
            key={name}
            loading={
              <Panel>
                <Loading label={`Loading ${title}`} />
              </Panel>
            }
          >
            {show(project)}
          </Boundary>
        </div>
      </div>
    </Page>
  );
}
