/** The parts of the summary of a stretch of a trace: its order, its locks, its ids. */
package io.racedet.compressed.summary;
