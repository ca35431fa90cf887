/** Merges the records of all threads into one order and translates them into events. */
package io.racedet.junit.record.merge;
