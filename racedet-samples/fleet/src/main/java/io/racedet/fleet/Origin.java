package io.racedet.fleet;

import java.io.Serializable;

/**
 * The build and the module that a trace was recorded in.
 *
 * @param build name of the build; empty if unknown
 * @param module name of the module; empty if unknown
 */
record Origin(String build, String module) implements Serializable {}
