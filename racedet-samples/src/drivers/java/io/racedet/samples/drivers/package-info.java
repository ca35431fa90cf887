/**
 * Two bodies for each released library, which two threads run concurrently. Loaded together with
 * one version of the library, in a class loader of its own.
 */
package io.racedet.samples.drivers;
