package io.racedet.fleet;

import java.io.Serializable;

/**
 * A race in the traces of one module of one build.
 *
 * @param origin the build and the module
 * @param race the race
 */
record PlacedRace(Origin origin, RaceId race) implements Serializable {}
