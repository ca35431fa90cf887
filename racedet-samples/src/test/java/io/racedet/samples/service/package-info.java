/** The services of a team, tested with the libraries that teams use and with default settings. */
package io.racedet.samples.service;
