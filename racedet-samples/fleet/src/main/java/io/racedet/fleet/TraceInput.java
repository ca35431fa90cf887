package io.racedet.fleet;

import java.io.Serializable;

/**
 * A trace file that is to be analysed.
 *
 * @param path where it is, as an address that every machine of a cluster can open
 * @param name its name in the reports
 * @param origin the build and the module that it was recorded in
 * @param bytes its length
 */
record TraceInput(String path, String name, Origin origin, long bytes) implements Serializable {}
