import { datadogRum } from '@datadog/browser-rum';

/** Everything that gives monitoring and replay, packed, as a customer would set it; what it sends goes to our own sink. */
datadogRum.init({
  applicationId: '00000000-0000-4000-8000-000000000000',
  clientToken: 'pub00000000000000000000000000000000',
  site: 'datadoghq.com',
  proxy: `${location.origin}/datadog`,
  service: 'bench',
  sessionSampleRate: 100,
  sessionReplaySampleRate: 100,
  trackUserInteractions: true,
  trackResources: true,
  trackLongTasks: true,
  compressIntakeRequests: true,
  defaultPrivacyLevel: 'mask-user-input',
});
