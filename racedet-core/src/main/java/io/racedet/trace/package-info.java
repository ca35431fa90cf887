/**
 * Trace files: formats, streaming readers and writers, and made-up traces. Knows events, not
 * engines.
 */
package io.racedet.trace;
