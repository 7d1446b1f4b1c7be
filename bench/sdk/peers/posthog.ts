import posthog from 'posthog-js';

/** Autocapture, vitals, errors and replay; the sink's answer to its questions switches all of it on. */
posthog.init('phc_0000000000000000000000000000000000000000000', {
  api_host: `${location.origin}/posthog`,
  autocapture: true,
  capture_pageview: true,
  capture_pageleave: true,
  capture_performance: true,
  capture_exceptions: true,
  session_recording: { maskAllInputs: true },
});
