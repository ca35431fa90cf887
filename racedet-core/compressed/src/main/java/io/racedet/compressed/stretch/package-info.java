/** Stretches of a trace that grow by events and by summaries of other stretches. */
package io.racedet.compressed.stretch;
