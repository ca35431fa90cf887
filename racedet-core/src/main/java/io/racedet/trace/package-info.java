/**
 * Trace files: formats, streaming readers and writers. Depends on events and grammars, not on
 * engines.
 */
package io.racedet.trace;
