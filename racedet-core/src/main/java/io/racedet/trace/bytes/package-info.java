/** Bytes and words of trace files, and texts as bytes. */
package io.racedet.trace.bytes;
