/**
 * What `Deno.serve` takes: the service puts another class in its place once it answers requests, which may be before a
 * test of the same process runs.
 */
export const NativeResponse = Response;
