/** What a recording in progress need not keep: the ids of objects that have been collected. */
package io.racedet.junit.record.collected;
