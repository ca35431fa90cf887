/** Trace files of programs of all kinds, for measurements. */
package io.racedet.samples.traces;
