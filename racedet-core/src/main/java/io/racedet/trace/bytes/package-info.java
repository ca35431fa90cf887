/** Access to the bytes of trace files by words, and tables of texts as bytes. */
package io.racedet.trace.bytes;
