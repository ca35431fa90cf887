/** The detector that reports all pairs of accesses, and what it keeps of them. */
package io.racedet.engine.pair;
