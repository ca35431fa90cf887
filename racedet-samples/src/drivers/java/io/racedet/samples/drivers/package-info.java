/**
 * Two bodies for each released library, to be run by two threads at once. Loaded beside one version
 * of the library, in a class loader of its own.
 */
package io.racedet.samples.drivers;
