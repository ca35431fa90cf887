/** What a stretch of a trace means for what follows it: its order, its locks, its ids. */
package io.racedet.engine.compressed.summary;
