/** Checks the events of feeds, and reuses the ids of what was forgotten. */
package io.racedet.feed;
