/** Races as values, and the sink that receives them. */
package io.racedet.race;
