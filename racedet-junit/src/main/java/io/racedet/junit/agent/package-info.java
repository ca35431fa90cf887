/**
 * Puts the hooks in place: attaches the agent, decides which classes are woven, and weaves them.
 * Internal: no type of this package is part of racedet's interface to users.
 */
package io.racedet.junit.agent;
