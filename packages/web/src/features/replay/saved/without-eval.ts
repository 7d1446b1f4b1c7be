import { config } from 'zod';

// Before any schema is made: zod would try `new Function`, which the file's policy forbids.
config({ jitless: true });
