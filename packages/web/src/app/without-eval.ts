import { config } from 'zod';

// Before any schema is made: zod would try `new Function`, which our CSP forbids and reports even though zod catches it.
config({ jitless: true });
