/** The file of races that earlier runs have shown, and the gate that lets them pass. */
package io.racedet.junit.known;
