import {
  countSample,
  doctor,
  getRecording,
  getRetention,
  getSession,
  intakeOutcomes,
  listMembers,
  listQuarantine,
  listReleases,
  listTokens,
} from '@sightglass/wire';
import { queryOptions } from '@tanstack/react-query';
import { client, hasCode } from '../../client/index.ts';

export const tokensQuery = (project: string) =>
  queryOptions({
    queryKey: [listTokens.name, project],
    queryFn: ({ signal }) => client.ask(listTokens, { params: { project } }, signal),
  });

export const membersQuery = (project: string) =>
  queryOptions({
    queryKey: [listMembers.name, project],
    queryFn: ({ signal }) => client.ask(listMembers, { params: { project } }, signal),
  });

export const recordingQuery = (project: string) =>
  queryOptions({
    queryKey: [getRecording.name, project],
    queryFn: ({ signal }) => client.ask(getRecording, { params: { project } }, signal),
  });

export const retentionQuery = (project: string) =>
  queryOptions({
    queryKey: [getRetention.name, project],
    queryFn: ({ signal }) => client.ask(getRetention, { params: { project } }, signal),
  });

export const doctorQuery = (project: string) =>
  queryOptions({
    queryKey: [doctor.name, project],
    queryFn: ({ signal }) => client.ask(doctor, { params: { project } }, signal),
    staleTime: 0,
  });

export const intakeQuery = (project: string) =>
  queryOptions({
    queryKey: [intakeOutcomes.name, project],
    queryFn: ({ signal }) => client.ask(intakeOutcomes, { params: { project } }, signal),
    staleTime: 0,
  });

export const quarantineQuery = (project: string) =>
  queryOptions({
    queryKey: [listQuarantine.name, project],
    queryFn: ({ signal }) => client.ask(listQuarantine, { params: { project } }, signal),
    staleTime: 0,
  });

const lookAgainMs = 500;

/** Whether a session that was just sent can be seen yet: asked again until it can. */
export const arrivalQuery = (project: string, session: string) =>
  queryOptions({
    queryKey: [getSession.name, 'arrival', project, session],
    queryFn: ({ signal }) =>
      client.ask(getSession, { params: { project, session } }, signal).then(
        (summary) => summary,
        (error: unknown) => {
          if (hasCode(error, 'not_found')) return null;
          throw error;
        },
      ),
    refetchInterval: ({ state }) => (state.data ? false : lookAgainMs),
  });

/** How much sample data there is; asked again and again while it is being removed. */
export const sampleQuery = (project: string, removing: boolean) =>
  queryOptions({
    queryKey: [countSample.name, project],
    queryFn: ({ signal }) => client.ask(countSample, { params: { project } }, signal),
    refetchInterval: removing ? lookAgainMs : false,
    staleTime: 0,
  });

const readingLookMs = 2_000;

/** Releases with files; asked again while the code of one is being read. */
export const releasesQuery = (project: string) =>
  queryOptions({
    queryKey: [listReleases.name, project],
    queryFn: ({ signal }) => client.ask(listReleases, { params: { project } }, signal),
    refetchInterval: ({ state }) =>
      state.data?.releases.some(({ code }) => code.state === 'reading') ? readingLookMs : false,
  });
